import type { LucideIcon } from 'lucide-react'
import type { CommonSectionName } from '#domain/plan/index.ts'
import type { OpenPart } from '#web/trip-core/feature.ts'
import type { OpenKind } from '#web/trip-core/open.ts'
import { inOrder } from '../features.ts'

/** What may be open of a section. */
export interface SectionPart extends OpenPart {
  section: CommonSectionName
  icon: LucideIcon
}

export type LoadedPart = SectionPart & OpenKind

/** What may be open in a group, with that of these sections first. */
export const openParts = (...first: CommonSectionName[]): SectionPart[] =>
  inOrder(first).flatMap(([section, { icon, open }]) => open.map((part) => ({ ...part, section, icon })))

/** What these parts say, as far as their code is loaded. */
export const loadedOf = (parts: readonly SectionPart[]): LoadedPart[] =>
  parts.flatMap((part) => (part.code.code ? [{ ...part, ...part.code.code.openKind }] : []))
