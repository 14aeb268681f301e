/** Whether a statement failed because its row's key or unique column already exists, on either engine. */
export function isUniqueViolation(cause: unknown): boolean {
  const { code } = cause as { code?: string }
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** Whether a statement failed because it refers to a row that no longer exists, on either engine. */
export function isMissingReference(cause: unknown): boolean {
  const { code } = cause as { code?: string }
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}
