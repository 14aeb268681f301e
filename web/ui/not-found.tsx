import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { Backdrop } from './backdrop.tsx'
import { Button } from './button.tsx'
import { signpost } from './drawings/signpost.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { PageHeader } from './page-header.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export function NotFound({ sentence, menu }: { sentence: string; menu: ReactNode }) {
  const [, navigate] = useLocation()
  useDocumentTitle(sentence)
  return (
    <>
      <Backdrop type="car_trip" />
      <PageHeader menu={menu} />
      <main className="grid grow place-items-center px-4 py-8">
        <section className="neatline grid justify-items-center gap-4 rounded-lg border border-edge/60 bg-surface px-6 py-8 text-center">
          <LineDrawing>{signpost}</LineDrawing>
          <h1 className="text-2xl">{sentence}</h1>
          <Button onClick={() => navigate('/')}>{m.common_back_to_trips()}</Button>
        </section>
      </main>
    </>
  )
}
