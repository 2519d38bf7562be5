// The words of a page, unseen over its picture, so that they can be selected, copied and read aloud.

import { memo } from '../parts/memo'
import type { PageText, Word } from '../types'

const pen = document.createElement('canvas').getContext('2d')

/** Words are laid out once, in points; the whole layer is scaled. */
export const WordLayer = memo(function WordLayer({ text, scale }: { text: PageText; scale: number }) {
  return (
    <div class="words" style={{ width: `${text.width}px`, height: `${text.height}px`, transform: `scale(${scale})` }}>
      <Lines text={text} />
    </div>
  )
})

const Lines = memo(function Lines({ text }: { text: PageText }) {
  return (
    <>
      {text.words.map((word, index) => (
        <span key={index} style={styleOf(word, text)}>
          {word.text}
          {text.words[index + 1]?.line === word.line ? ' ' : '\n'}
        </span>
      ))}
    </>
  )
})

function styleOf(word: Word, page: PageText): Record<string, string> {
  const box = word.boundingBox
  const width = box.width * page.width
  const height = Math.max(box.height * page.height, 4)
  return {
    left: `${(box.left * page.width).toFixed(2)}px`,
    top: `${(box.top * page.height).toFixed(2)}px`,
    fontSize: `${height.toFixed(2)}px`,
    transform: `scaleX(${(width / (measured(word.text, height) || 1)).toFixed(4)})`,
  }
}

function measured(text: string, size: number): number {
  if (!pen) return size * text.length * 0.5
  pen.font = `${size}px sans-serif`
  return pen.measureText(text).width
}
