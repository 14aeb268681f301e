/** `**bold**`, `__bold__`, `*italic*` and `_italic_`, within one line. */
const EMPHASIS = /(\*\*[^*\n]+\*\*|__[^_\n]+__|\*[^*\s][^*\n]*\*|\b_[^_\n]+_\b)/

/** A text of somebody else's making: its line breaks and simple emphasis are kept, all else is text, markup included. */
export function SimpleText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {text
        .trim()
        .replace(/^#{1,6} +(.*)$/gm, '**$1**')
        .split(EMPHASIS)
        .map((part, index) => {
          // The parts have no names; a text is drawn anew as a whole.
          const key = `${index} ${part}`
          if (index % 2 === 0) return part
          const inner = part.replace(/^(\*\*|__|\*|_)|(\*\*|__|\*|_)$/g, '')
          return /^(\*\*|__)/.test(part) ? <strong key={key}>{inner}</strong> : <em key={key}>{inner}</em>
        })}
    </p>
  )
}
