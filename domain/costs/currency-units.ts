/*
 * What people write beside an amount for its currency: '€', 'EUR', 'kr.', '円'.
 */

/** What Intl does not write in English. */
const others: Record<string, string> = {
  AED: 'dh dhs د.إ',
  AUD: 'a$',
  BRL: 'real reais',
  CAD: 'c$',
  CHF: 'fr sfr franken francs',
  CNY: '元 yuan rmb 人民币',
  CZK: 'kc',
  DKK: 'kroner',
  EUR: 'euro euros',
  GBP: 'pound pounds',
  HUF: 'forint',
  IDR: 'rupiah',
  ILS: 'nis ש"ח',
  INR: 'rs rupees',
  ISK: 'krónur',
  JPY: '円 yen',
  KES: 'ksh',
  KRW: '원 won',
  MAD: 'dh dhs',
  NOK: 'kroner',
  PEN: 's/',
  PLN: 'zl zloty złoty złotych',
  RSD: 'din',
  RUB: 'руб',
  SEK: 'kronor',
  SGD: 's$',
  THB: 'baht บาท',
  TRY: 'tl',
  TWD: '元 nt',
  UAH: 'грн',
  UGX: 'ush',
  VND: 'đ vnđ dong',
  XAF: 'fcfa cfa',
  XOF: 'fcfa cfa',
}

const known = new Map<string, ReadonlySet<string>>()

/**
 * Whether a text names this currency. '$' does for every currency that writes it alone.
 * @param isBefore whether it is written before the number. A single letter after it may mean thousands: '12k'
 */
export function isUnitOf(text: string, currency: string, isBefore: boolean): boolean {
  const unit = text.toLowerCase().replace(/ /g, '')
  if (!isBefore && /^\p{L}\.?$/u.test(unit) && !/[\u0e00-\u9fff\uac00-\ud7a3]/.test(unit)) return false
  return unit === currency.toLowerCase() || unitsOf(currency).has(unit)
}

function unitsOf(currency: string): ReadonlySet<string> {
  const stored = known.get(currency)
  if (stored) return stored
  const symbols = ['en-CA', 'en-US'].flatMap((locale) =>
    (['narrowSymbol', 'symbol'] as const).map((display) => symbolOf(locale, currency, display)),
  )
  const dollars = symbols.includes('$') ? ['dollar', 'dollars'] : []
  const words = [...symbols, ...dollars, ...(others[currency]?.split(' ') ?? [])]
  const units = words.map((word) => word.toLowerCase().replace(/\s/g, ''))
  // Abbreviations may have a point: 'kr.', but not the code: 'CHF.50' has two readings.
  const abbreviations = units.filter((unit) => /\p{L}$/u.test(unit) && unit !== currency.toLowerCase())
  const all = new Set([...units, ...abbreviations.map((unit) => `${unit}.`)])
  known.set(currency, all)
  return all
}

function symbolOf(locale: string, currency: string, currencyDisplay: 'narrowSymbol' | 'symbol'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}
