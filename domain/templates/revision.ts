/*
 * Revisions of the starting plans. A trip starts with the newest one, and a section that nobody has edited remains what
 * it was. From revision 2 on, lines of the meals say for whom they are.
 */

export const templateRevisions = [1, 2] as const
export type TemplateRevision = (typeof templateRevisions)[number]

/** What new trips start with. */
export const TEMPLATE_REVISION: TemplateRevision = 2
