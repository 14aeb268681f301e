import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

type FileDropProps = {
  /** The label of the button: 'Choose File', or what is going on. */
  label: string
  hint: string
  /** The file types the browser offers: '.pdf,.png'. */
  accept: string
  /**
   * An upload is running: nothing can be chosen. Dropped files are accepted all the same, since a browser would
   * otherwise leave the page to open them.
   */
  busy: boolean
  /** Only one file at a time can be chosen. */
  isSingle?: boolean
  onFiles: (files: readonly File[]) => void
}

/** An area to choose or drop files. A native file input covers all of it. */
export function FileDrop({ label, hint, accept, busy, isSingle = false, onFiles }: FileDropProps) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; without a mouse people use the input.
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
          multiple={!isSingle}
          accept={accept}
          disabled={busy}
          aria-describedby={hintId}
          onChange={({ target }) => {
            take(target.files)
            // Reset, so that the same files can be chosen again.
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
