// Where the values of a page were read, and what checks found there.

import { band } from '../format'
import { useDesk } from './context'
import { placed } from './geometry'
import { isInDoubt, keyOf } from './groups'

/** Boxes take no clicks: the sheet finds the value under the pointer, so that words can be selected. */
export function Boxes({ page }: { page: number }) {
  const desk = useDesk()
  const chosen = desk.chosen.value
  const here = desk.fields.value.filter((field) => field.pageNumber === page && field.boundingBox)
  const findings = (desk.record.value?.validation.findings ?? []).filter((one) => one.page === page && one.boundingBox)
  return (
    <div class={desk.showBoxes.value ? 'boxes' : 'boxes only-chosen'} aria-hidden="true">
      {here.map((field) => {
        const key = keyOf(field)
        const classes = ['field-box', `band-${field.manuallyCorrected ? 'high' : band(field.fieldConfidence)}`]
        if (isInDoubt(field)) classes.push('doubt')
        if (key === chosen) classes.push('chosen')
        return field.boundingBox && <div key={key} class={classes.join(' ')} style={placed(field.boundingBox)} />
      })}
      {findings.map(
        (finding, index) =>
          finding.boundingBox && <div key={index} class="finding-box" style={placed(finding.boundingBox)} />,
      )}
    </div>
  )
}
