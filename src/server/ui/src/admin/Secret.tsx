// Something that is shown once.

import { say } from '../notices'
import { Button } from '../parts/Button'

export function Secret({ title, lines, onClose }: { title: string; lines: [string, string][]; onClose: () => void }) {
  return (
    <section class="card secret" role="alert">
      <h2>{title}</h2>
      <p>This is shown once. Keep it where people cannot read it.</p>
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
