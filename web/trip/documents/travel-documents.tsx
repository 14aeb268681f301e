import { FolderOpen } from 'lucide-react'
import { useDocuments } from '#web/data/documents/use-documents.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SectionState } from '../section-state.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentUpload } from './document-upload.tsx'

export function TravelDocuments({ tripId, failure }: { tripId: string; failure: string | undefined }) {
  const documents = useDocuments(tripId)
  if (!documents) return <SectionState loading="Loading tickets and documents..." failure={failure} />
  const { list, uploads, editing } = documents
  return (
    <Disclosure title="Travel Documents" icon={FolderOpen} toggle={{ show: 'Show Documents', hide: 'Hide Documents' }}>
      <div className="grid grid-cols-1 gap-4">
        {editing && <DocumentUpload uploads={uploads} editing={editing} />}
        <DocumentList list={list} onDelete={editing?.remove} />
      </div>
    </Disclosure>
  )
}
