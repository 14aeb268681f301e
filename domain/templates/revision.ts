/*
 * Revisions of the starting plans. A trip starts with the newest one, and a section that nobody has edited remains what
 * it was. From revision 2 on, lines of the meals say for whom they are. From revision 3 on, what nobody has taken up is
 * a sample: an offer, of which nothing is computed (sample.ts).
 */

export const templateRevisions = [1, 2, 3] as const
export type TemplateRevision = (typeof templateRevisions)[number]

/** What new trips start with. */
export const TEMPLATE_REVISION: TemplateRevision = 3

/** What the demo trip starts with: its starting plan is its plan. */
export const DEMO_TEMPLATE_REVISION: TemplateRevision = 2

/** Whether the starting plan of a trip is a sample. In older trips it counted as the plan, and still does. */
export const startsWithSample = (revision: TemplateRevision): boolean => revision >= 3
