import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { failureText, sourceName } from './import-words.ts'
import type { ReadItem } from './use-reading.ts'

interface FailureCardProps {
  item: ReadItem
  /** Stores a file as a document of the trip; undefined for people who may not. */
  keep: ((file: File) => void) | undefined
  /** Whether its upload began online or offline; undefined if it is not kept. */
  kept: 'online' | 'offline' | undefined
  onAgain: () => void
  onDismiss: () => void
}

/** Why nothing was found in a file or text, and what can be done with it. Nothing if something was. */
export function FailureCard({ item: { source, read }, keep, kept, onAgain, onDismiss }: FailureCardProps) {
  if (read?.failure === undefined) return null
  const { failure, file } = read
  return (
    <ErrorBox title={sourceName(source, read)} message={failureText(failure, source, read)}>
      <div className="flex flex-wrap gap-3">
        {failure === 'unloaded' && <Button onClick={onAgain}>{m.common_retry()}</Button>}
        {keep && file && !kept && (
          <Button variant="quiet" onClick={() => keep(file)}>
            {m.imports_keep_document()}
          </Button>
        )}
        {kept && (
          <p className="self-center">{kept === 'online' ? m.imports_kept_document() : m.imports_keep_offline()}</p>
        )}
        <Button variant="quiet" onClick={onDismiss}>
          {m.common_dismiss()}
        </Button>
      </div>
    </ErrorBox>
  )
}
