import { ClipboardPaste, ScanLine, X } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { ScanCamera } from '#web/trip-core/codes/scan-camera.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { Source } from './read-source.ts'

interface WaysInProps {
  isReading: boolean
  /** What is in the field for a text, which outlives this. */
  text: string
  setText: Dispatch<SetStateAction<string>>
  /** Returns whether something was found in all of them. */
  onSources: (sources: readonly Source[]) => Promise<boolean>
}

/** Where a booking may come from: files, the camera, or a pasted text. */
export function WaysIn({ isReading, text, setText, onSources }: WaysInProps) {
  const [way, setWay] = useState<'camera' | 'text' | undefined>(text === '' ? undefined : 'text')
  const [error, setError] = useState<string>()
  const latestText = useRef(text)
  useEffect(() => {
    latestText.current = text
  })

  async function readText() {
    if (text.trim() === '') return setError(m.imports_text_empty())
    const isFound = await onSources([text])
    // What could not be read stays, to be completed, and so does what was typed meanwhile.
    if (!isFound) return
    setText((now) => (now === text ? '' : now))
    if (latestText.current === text) setWay((now) => (now === 'text' ? undefined : now))
  }

  if (way === 'camera')
    return (
      <div className="grid grid-cols-1 gap-3">
        <ScanCamera
          busy={isReading}
          onFound={(code) => {
            setWay(undefined)
            void onSources([code])
          }}
          onFiles={(files) => {
            setWay(undefined)
            void onSources(files)
          }}
        />
        <Button variant="quiet" className="justify-self-start" onClick={() => setWay(undefined)}>
          <X aria-hidden="true" className="size-5" />
          {m.imports_scan_stop()}
        </Button>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <FileDrop
        label={m.imports_choose()}
        hint={m.imports_choose_hint()}
        // Phones know no type of mails and passes, and would not let anybody choose one.
        accept=""
        busy={isReading}
        onFiles={(files) => void onSources(files)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" className="grow" onClick={() => setWay('camera')}>
          <ScanLine aria-hidden="true" className="size-5" />
          {m.imports_scan()}
        </Button>
        <Button
          variant="quiet"
          className="grow"
          aria-expanded={way === 'text'}
          onClick={() => setWay(way === 'text' ? undefined : 'text')}
        >
          <ClipboardPaste aria-hidden="true" className="size-5" />
          {m.imports_paste()}
        </Button>
      </div>
      {way === 'text' && (
        <form
          noValidate
          className="grid grid-cols-1 gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isReading) void readText()
          }}
        >
          <TextArea
            label={m.imports_paste_label()}
            // A mail's source has thousands of lines.
            className="[&_textarea]:max-h-48 [&_textarea]:min-h-28"
            hint={m.imports_paste_hint()}
            error={error}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" busy={isReading} className="justify-self-start">
            {m.imports_read_text()}
          </Button>
        </form>
      )}
    </div>
  )
}
