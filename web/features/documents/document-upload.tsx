import { useState } from 'react'
import { MAX_DESCRIPTION } from '#domain/document-description.ts'
import * as m from '#messages'
import { type DocumentEditing, isUnderWay, refusalOf, type Upload } from '#web/data/documents/document-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UploadRow } from './upload-row.tsx'

interface DocumentUploadProps {
  uploads: readonly Upload[]
  editing: DocumentEditing
}

/** Chooses documents and shows the progress or failure of each upload. */
export function DocumentUpload({ uploads, editing }: DocumentUploadProps) {
  const isUploading = uploads.some(isUnderWay)
  const retries = uploads.filter((upload) => upload.state === 'failed' && upload.canRetry)
  const [description, setDescription] = useState('')

  async function add(files: readonly File[]) {
    void editing.add(files, description)
    const refusals = await Promise.all(files.map(refusalOf))
    // The description was used, unless every file was refused.
    if (refusals.includes(undefined)) setDescription((current) => (current === description ? '' : current))
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <TextField
        label={m.common_description_label()}
        note={m.documents_description_optional()}
        hint={m.documents_description_hint()}
        maxLength={MAX_DESCRIPTION}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <FileDrop
        label={isUploading ? m.documents_uploading() : m.documents_choose()}
        hint={m.documents_choose_hint()}
        accept=".pdf,.jpg,.jpeg,.png"
        busy={isUploading}
        onFiles={(files) => void add(files)}
      />
      {uploads.length > 0 && (
        <ul aria-label={m.documents_uploads_label()} className="grid grid-cols-1 gap-3">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => void editing.retry(upload.id)}
              onCancel={() => editing.cancel(upload.id)}
            />
          ))}
        </ul>
      )}
      {retries.length > 1 && (
        <Button
          className="justify-self-end text-sm"
          onClick={() => {
            for (const { id } of retries) void editing.retry(id)
          }}
        >
          {m.documents_upload_all_again({ count: retries.length })}
        </Button>
      )}
    </div>
  )
}
