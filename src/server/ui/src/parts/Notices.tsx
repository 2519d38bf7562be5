import { dismiss, notices } from '../notices'
import { Button } from './Button'

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map((notice) => (
        <div key={notice.id} class={notice.bad ? 'notice bad' : 'notice'}>
          <span>{notice.text}</span>
          {notice.action && (
            <Button
              small
              onClick={() => {
                notice.action?.run()
                dismiss(notice.id)
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <Button small kind="quiet" icon="cross" label="Dismiss" onClick={() => dismiss(notice.id)} />
        </div>
      ))}
    </div>
  )
}
