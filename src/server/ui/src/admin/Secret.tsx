// Something that is shown once.

import { say } from '../notices'
import { Button } from '../parts/Button'

interface Props {
  title: string
  hint?: string
  lines: [string, string][]
  onClose: () => void
}

export function Secret({ title, hint, lines, onClose }: Props) {
  return (
    <section class="card secret" role="alert">
      <h2>{title}</h2>
      <p>This is shown once. Keep it where people cannot read it. {hint}</p>
      {lines.map(([name, value]) => (
        <div key={name} class="secret-line">
          <span class="muted">{name}</span>
          <code>{value}</code>
          <Button
            small
            icon="copy"
            label={`Copy ${name}`}
            onClick={() => void navigator.clipboard.writeText(value).then(() => say('Copied.'))}
          />
        </div>
      ))}
      <Button small onClick={onClose}>
        I have kept it
      </Button>
    </section>
  )
}
