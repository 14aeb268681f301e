import { Upload } from 'lucide-react'
import { useId } from 'react'

type FileDropProps = {
  /** The words on the button: 'Choose File', or what is going on. */
  label: string
  /** One line that helps. */
  hint: string
  /** Which files the browser offers: '.pdf,.png'. */
  accept: string
  /** Work is under way: nothing can be chosen. */
  busy: boolean
  onFile: (file: File) => void
}

/** Where a file is chosen, or dropped. Beneath the whole of it lies a native file input. */
export function FileDrop({ label, hint, accept, busy, onFile }: FileDropProps) {
  const hintId = useId()
  return (
    <div className="relative grid justify-items-center gap-2 rounded-md border border-dashed border-edge bg-raised p-4 text-center transition-colors has-enabled:hover:border-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <label className={`sign inline-flex items-center gap-2 text-action ${busy ? 'animate-breathe' : ''}`}>
        <Upload aria-hidden="true" className="size-5 shrink-0" />
        {label}
        <input
          type="file"
          accept={accept}
          disabled={busy}
          aria-describedby={hintId}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Emptied at once, so that the same file can be chosen again.
            target.value = ''
            if (file) onFile(file)
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-progress"
        />
      </label>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
