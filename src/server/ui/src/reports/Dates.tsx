// A span of days; each counts as a whole day in UTC.

interface Span {
  dateFrom?: string
  dateTo?: string
}

export function Dates({ value, onChange }: { value: Span; onChange: (value: Span) => void }) {
  return (
    <div class="filters">
      <label class="inline-label">
        From
        <input
          type="date"
          value={value.dateFrom ?? ''}
          max={value.dateTo}
          onChange={(event) => onChange({ ...value, dateFrom: event.currentTarget.value || undefined })}
        />
      </label>
      <label class="inline-label">
        to
        <input
          type="date"
          value={value.dateTo ?? ''}
          min={value.dateFrom}
          onChange={(event) => onChange({ ...value, dateTo: event.currentTarget.value || undefined })}
        />
      </label>
    </div>
  )
}
