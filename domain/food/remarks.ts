/** A remark such as 'about 5 kg' is about the amount that was written. What one person gets remains right. */
export function withoutAmounts(remark: string): string {
  const clauses = remark.split(/[,;]\s*/)
  return clauses.filter((clause) => !/\d/.test(clause) || /\beach\b/i.test(clause)).join(', ')
}
