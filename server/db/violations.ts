/** Whether a statement was refused because its row's key or unique column exists already, on either engine. */
export function isUniqueViolation(cause: unknown): boolean {
  const { code } = cause as { code?: string }
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** Whether a statement was refused because it names a row that is not there any more, on either engine. */
export function isMissingReference(cause: unknown): boolean {
  const { code } = cause as { code?: string }
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}
