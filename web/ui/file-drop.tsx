import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

type FileDropProps = {
  /** The words on the button: 'Choose File', or what is going on. */
  label: string
  /** One line that helps. */
  hint: string
  /** Which files the browser offers: '.pdf,.png'. */
  accept: string
  /** Work is under way: nothing can be chosen. What is dropped is taken all the same, since a browser would leave the page for it. */
  busy: boolean
  onFiles: (files: readonly File[]) => void
}

/** Where files are chosen, or dropped. Beneath the whole of it lies a native file input. */
export function FileDrop({ label, hint, accept, busy, onFiles }: FileDropProps) {
  const hintId = useId()
  const [isOver, setOver] = useState(false)

  function take(files: FileList | null) {
    if (files && files.length > 0) onFiles([...files])
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is a shortcut; whoever has no mouse uses the input.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`relative grid justify-items-center gap-2 rounded-md border border-dashed p-4 text-center transition-colors has-enabled:hover:border-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isOver ? 'border-action bg-action-soft' : 'border-edge bg-raised'}`}
    >
      <label className={`sign inline-flex items-center gap-2 text-action ${busy ? 'animate-breathe' : ''}`}>
        <Upload aria-hidden="true" className="size-5 shrink-0" />
        {label}
        <input
          type="file"
          multiple
          accept={accept}
          disabled={busy}
          aria-describedby={hintId}
          onChange={({ target }) => {
            take(target.files)
            // Emptied at once, so that the same files can be chosen again.
            target.value = ''
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:pointer-events-none"
        />
      </label>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
