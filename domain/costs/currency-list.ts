/*
 * The currencies that people can choose. An own list, because those of browsers differ and have currencies that are no
 * longer in use.
 */

/** Currencies (ISO 4217) of one country: the code begins with the country's. */
const ofOneCountry = [
  'AED,AFN,ALL,AMD,AOA,ARS,AWG,AZN,BAM,BBD,BDT,BHD,BIF,BMD,BND,BOB,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CLP,CNY',
  'COP,CRC,CUP,CVE,CZK,DJF,DOP,DZD,EGP,ERN,ETB,FJD,FKP,GEL,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HTG,HUF,IDR,INR',
  'IQD,IRR,ISK,JMD,JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MDL,MGA,MKD,MMK,MNT',
  'MOP,MRU,MUR,MVR,MWK,MXN,MYR,MZN,NAD,NGN,NIO,NPR,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR',
  'SBD,SCR,SDG,SEK,SGD,SLE,SOS,SRD,SSP,STN,SYP,SZL,THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,UYU,UZS,VES',
  'VND,VUV,WST,YER,ZAR,ZMW,ZWG',
].flatMap((line) => line.split(','))

/** All others, with the countries and regions (ISO 3166) that use them. */
const ofRegions: Record<string, string> = {
  AUD: 'AU,CC,CX,HM,KI,NF,NR,TV',
  CHF: 'CH,LI',
  DKK: 'DK,FO,GL',
  EUR: 'AD,AT,AX,BE,BG,BL,CY,DE,EE,ES,FI,FR,GF,GP,GR,HR,IE,IT,LT,LU,LV,MC,ME,MF,MQ,MT,NL,PM,PT,RE,SI,SK,SM,TF,VA,XK,YT',
  GBP: 'GB,GG,GS,IM,IO,JE',
  ILS: 'IL,PS',
  MAD: 'EH,MA',
  NOK: 'BV,NO,SJ',
  NZD: 'CK,NU,NZ,PN,TK',
  SHP: 'AC,SH,TA',
  SVC: '',
  USD: 'AS,BQ,EC,FM,GU,MH,MP,PR,PW,SV,TC,TL,UM,US,VG,VI',
  VED: '',
  XAF: 'CF,CG,CM,GA,GQ,TD',
  XCD: 'AG,AI,DM,GD,KN,LC,MS,VC',
  XCG: 'CW,SX',
  XOF: 'BF,BJ,CI,GW,ML,NE,SN,TG',
  XPF: 'NC,PF,WF',
}

const byRegion = new Map([
  ...ofOneCountry.map((code) => [code.slice(0, 2), code] as const),
  ...Object.entries(ofRegions).flatMap(([code, regions]) =>
    regions.split(',').map((region) => [region, code] as const),
  ),
])

/** All current currencies, by code. Without units of account, metals and test codes, in which nobody pays. */
export const currencies: readonly string[] = [...ofOneCountry, ...Object.keys(ofRegions)].toSorted()

/** The currency in which people pay in a country: 'CAD' for 'CA'; '' if it is not known. */
export function currencyOfRegion(region: string): string {
  return (region && byRegion.get(region.toUpperCase())) || ''
}

let names: Intl.DisplayNames | undefined

/** 'Canadian Dollar'. The code itself if the browser has no name for it. */
export function currencyName(code: string): string {
  names ??= new Intl.DisplayNames('en-CA', { type: 'currency', fallback: 'code' })
  return names.of(code) ?? code
}
