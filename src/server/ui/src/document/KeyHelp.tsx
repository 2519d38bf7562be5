import { Dialog } from '../parts/Dialog'

const KEYS: [string, string][] = [
  ['j k', 'next, previous value'],
  ['e or Enter', 'edit the value'],
  ['c', 'confirm the value as it stands'],
  ['a', 'accept the task'],
  ['t', 'change the type'],
  ['n', 'next task'],
  ['z', 'take back the last change'],
  ['[ ]', 'page back, forward'],
  ['+ - 0', 'zoom in, out, fit the width'],
  ['r', 'turn the page'],
  ['b', 'show or hide the boxes'],
  ['w', 'wide values'],
  ['Esc', 'back'],
]

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="key-list">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">While a value is edited: click words on the page, or draw a frame around them.</p>
    </Dialog>
  )
}
