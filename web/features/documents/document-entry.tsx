import { ExternalLink, Trash2 } from 'lucide-react'
import { ownDescription } from '#domain/document-description.ts'
import type { TravelDocument } from '#domain/documents.ts'
import * as m from '#messages'
import { documentIcon } from '#web/trip-core/document-icon.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rich } from '#web/ui/rich.ts'

interface DocumentEntryProps {
  document: TravelDocument
  isDeleting: boolean
  isNotDeleted: boolean
  /** Asks before deleting, and preloads that dialog; absent where documents are read-only. */
  deletion: { ask: () => void; prepare: () => void } | undefined
}

/** A document in the list. Pressing it anywhere opens it in a new tab. */
export function DocumentEntry({ document, isDeleting, isNotDeleted, deletion }: DocumentEntryProps) {
  const { file_name, file_url, description, uploaded_at } = document
  const own = ownDescription(document)
  const name = own === undefined ? file_name : m.documents_described_file({ description: own, file: file_name })
  const Icon = documentIcon(document)
  return (
    <li
      aria-busy={isDeleting || undefined}
      className="relative grid max-w-none grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-md border border-line bg-raised pt-3 pr-1 pb-1 pl-3 transition-colors has-[a:hover]:border-action aria-busy:animate-breathe"
    >
      <Icon aria-hidden="true" className="size-7 self-start text-accent" />
      <div className="col-span-2 min-w-0 pr-2">
        <p className="sign leading-snug break-words">{own ?? file_name}</p>
        <p className="line-clamp-2 text-sm break-words text-muted">{own === undefined ? description : file_name}</p>
      </div>
      <p className="col-start-2 text-sm text-muted">
        {rich(
          m.documents_uploaded({
            date: new Date(uploaded_at).toLocaleDateString('en-CA', { dateStyle: 'medium' }),
            time: (text) => (
              <time dateTime={uploaded_at} className="whitespace-nowrap">
                {text}
              </time>
            ),
          }),
        )}
        {isNotDeleted && <span className="block font-semibold text-danger">{m.documents_not_deleted()}</span>}
      </p>
      <div className="flex">
        <a
          href={file_url}
          target="_blank"
          rel="noopener"
          title={m.documents_view()}
          aria-label={m.documents_view_label({ name })}
          className="touch grid shrink-0 place-items-center rounded-md text-action after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus"
        >
          <ExternalLink aria-hidden="true" className="size-5.5" />
        </a>
        {deletion && (
          <IconButton
            icon={Trash2}
            label={m.documents_delete_label({ name })}
            title={m.documents_delete()}
            className="z-10"
            aria-disabled={isDeleting || undefined}
            onPointerEnter={deletion.prepare}
            onClick={isDeleting ? undefined : deletion.ask}
          />
        )}
      </div>
    </li>
  )
}
