/** A size for people: '14 kB', '12.3 MB'. In decimal units, as devices show their storage. */
export function formatByteSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1e3)
  if (kilobytes < 1000) return format(kilobytes, 'kilobyte')
  const megabytes = Math.ceil(bytes / 1e5) / 10
  return megabytes < 1000 ? format(megabytes, 'megabyte') : format(Math.ceil(bytes / 1e8) / 10, 'gigabyte')
}

function format(size: number, unit: string): string {
  return new Intl.NumberFormat('en-CA', { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}
