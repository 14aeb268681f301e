const formats: Partial<Record<'conjunction' | 'unit', Intl.ListFormat>> = {}

/** 'Ana, Ben, and Kim'. A unit has no 'and'. */
export function listText(texts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string {
  formats[type] ??= new Intl.ListFormat('en', { type })
  return formats[type].format(texts)
}
