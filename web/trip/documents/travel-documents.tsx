import { FolderOpen } from 'lucide-react'
import * as m from '#messages'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SectionState } from '../section-state.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentUpload } from './document-upload.tsx'

export function TravelDocuments({ tripId, failure }: { tripId: string; failure: string | undefined }) {
  const documents = useDocuments(tripId)
  if (!documents) return <SectionState loading={m.documents_loading()} failure={failure} />
  const { list, uploads, editing } = documents
  return (
    <Disclosure
      title={m.documents_title()}
      icon={FolderOpen}
      toggle={{ show: m.documents_show(), hide: m.documents_hide() }}
    >
      <div className="grid grid-cols-1 gap-4">
        {editing && <DocumentUpload uploads={uploads} editing={editing} />}
        <DocumentList list={list} onDelete={editing?.remove} />
      </div>
    </Disclosure>
  )
}
