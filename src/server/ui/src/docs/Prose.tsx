// Text of the document: paragraphs, lists and `code`, and nothing else of Markdown. Never HTML.

import type { ComponentChildren } from 'preact'

export function Prose({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((part, place) => {
          const lines = part.split('\n')
          if (lines.every((line) => /^\s*[-*] /.test(line))) {
            return (
              <ul key={place} class="prose-list">
                {lines.map((line) => (
                  <li key={line}>{coded(line.replace(/^\s*[-*] /, ''))}</li>
                ))}
              </ul>
            )
          }
          const heading = /^#+ (.*)$/.exec(part)
          return heading ? <h3 key={place}>{heading[1]}</h3> : <p key={place}>{coded(part)}</p>
        })}
    </>
  )
}

function coded(text: string): ComponentChildren {
  return text
    .split(/(`[^`]+`)/)
    .map((piece, place) => (piece.startsWith('`') ? <code key={place}>{piece.slice(1, -1)}</code> : piece))
}
