import { FolderOpen } from 'lucide-react'
import { canAddDocument } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentUpload } from './document-upload.tsx'

export function TravelDocuments({ trip, failure }: { trip: Trip; failure: string | undefined }) {
  const { user } = useSession()
  const documents = useDocuments(trip.id)
  if (!documents) return <SectionState loading={m.documents_loading()} failure={failure} />
  const { list, uploads, editing } = documents
  const mayAdd = editing && canAddDocument(user, trip)
  return (
    <Disclosure
      title={m.documents_title()}
      icon={FolderOpen}
      toggle={{ show: m.documents_show(), hide: m.documents_hide() }}
    >
      <div
        className={`grid grid-cols-1 items-start gap-4 ${mayAdd && list.length > 0 ? 'lg:grid-cols-[2fr_3fr]' : ''}`}
      >
        {mayAdd && <DocumentUpload uploads={uploads} editing={editing} />}
        <DocumentList list={list} onDelete={editing?.remove} />
      </div>
    </Disclosure>
  )
}
