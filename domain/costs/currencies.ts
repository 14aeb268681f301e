/*
 * How many decimals each currency has (ISO 4217). Not asked of Intl: amounts are stored in minor units, so every device
 * and server has to count the same, whatever version of Unicode's data it has.
 */

const without = 'BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF'.split(',')
const withThree = 'BHD,IQD,JOD,KWD,LYD,OMR,TND'.split(',')
const withFour = 'CLF,UYW'.split(',')

const decimals = new Map([
  ...without.map((code) => [code, 0] as const),
  ...withThree.map((code) => [code, 3] as const),
  ...withFour.map((code) => [code, 4] as const),
])

/** How many decimals amounts in a currency have: 2 for 'EUR'. A code that is not known has 2. */
export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? 2
}
