/**
 * The emergency phone numbers of countries, for a device without a network. Checked in November 2026.
 *
 * Sources: the number lists of Android (eccdata) and libphonenumber, lists in public repositories that cite the travel
 * advice of the United Kingdom and Australia, and for changes of recent years announcements and news of the country.
 * A number is listed if two of them agree. A wrong number is worse than none: where sources disagree and none is
 * clearly out of date, the country is left out, or only the service in question.
 */

/** Numbers as they are dialled within the country. A service without a number is unknown, or has only `all`. */
export interface EmergencyNumbers {
  /** One number for every emergency. */
  all?: string
  ambulance?: string
  fire?: string
  police?: string
}

/**
 * What to dial on a mobile phone where the country's number is unknown. Mobile phones treat 112 and 911 as emergency
 * calls (3GPP TS 22.101, 10.1.1), and most networks connect them to the local service. No network has to.
 */
export const mobileEmergencyNumber = '112'

/** Countries by ISO 3166 code, and XK for Kosovo. Countries that share their numbers share a row. */
export const emergencyNumberTable: readonly (readonly [countries: string, numbers: EmergencyNumbers])[] = [
  // One number for everything, first in the European Union
  ['AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK', { all: '112' }],
  ['AD AX FO GE GI GL IS MC MD TR VA', { all: '112' }],
  ['IN KW NG TZ', { all: '112' }],
  ['CA US AS GU MP PR VI', { all: '911' }],
  ['AG AI AW BM BS BZ CR DO EC GD HN KY MX PY TC UY VC VE VG', { all: '911' }],
  ['JO LR PH PW TO TV WS', { all: '911' }],
  ['GB GG IM JE FK', { all: '999' }],
  ['BD BH HK KE MO MY QA SC UG', { all: '999' }],
  ['AU CC CX', { all: '000' }],
  ['CO', { all: '123' }],
  ['NZ', { all: '111' }],
  ['OM', { all: '9999' }],
  ['SR', { all: '115' }],

  // One number for everything, and direct ones
  ['BL GF GP MF MQ RE YT', { all: '112', ambulance: '15', fire: '18', police: '17' }],
  ['AZ KZ RU', { all: '112', ambulance: '103', fire: '101', police: '102' }],
  ['CH LI', { all: '112', ambulance: '144', fire: '118', police: '117' }],
  ['ME', { all: '112', ambulance: '124', fire: '123', police: '122' }],
  ['GH', { all: '112', ambulance: '193', fire: '192', police: '191' }],
  ['RW', { all: '112', ambulance: '912', fire: '111' }],
  ['ZA', { all: '112', ambulance: '10177', fire: '10177', police: '10111' }],
  ['AR', { all: '911', ambulance: '107', fire: '100' }],
  ['SA', { all: '911', ambulance: '997', fire: '998', police: '999' }],

  // Europe
  ['NO SJ', { ambulance: '113', fire: '110', police: '112' }],
  ['MK RS XK', { ambulance: '194', fire: '193', police: '192' }],
  ['AL', { ambulance: '127', fire: '128', police: '129' }],
  ['BA', { ambulance: '124', fire: '123', police: '122' }],
  ['SM', { ambulance: '118', fire: '115', police: '113' }],

  // Europe and Asia
  ['AM BY KG MN TJ UA UZ', { ambulance: '103', fire: '101', police: '102' }],

  // The Americas
  ['BB', { ambulance: '511', fire: '311', police: '211' }],
  ['BO', { ambulance: '118', fire: '119', police: '110' }],
  ['BR', { ambulance: '192', fire: '193', police: '190' }],
  ['CL', { ambulance: '131', fire: '132', police: '133' }],
  ['CU', { ambulance: '104', fire: '105', police: '106' }],
  ['CW', { fire: '911', police: '911' }],
  ['GT', { fire: '122', police: '110' }],
  ['GY', { ambulance: '913', fire: '912', police: '911' }],
  ['JM', { ambulance: '110', fire: '110', police: '119' }],
  ['KN', { ambulance: '911', police: '911' }],
  ['LC', { ambulance: '911', fire: '911' }],
  ['NI', { ambulance: '128', fire: '115', police: '118' }],
  ['PA', { ambulance: '911', fire: '103', police: '104' }],
  ['PE', { ambulance: '106', fire: '116', police: '105' }],
  ['PM', { ambulance: '15', fire: '18', police: '17' }],
  ['SV', { ambulance: '132', fire: '913', police: '911' }],
  ['SX', { fire: '919', police: '911' }],
  ['TT', { ambulance: '811', fire: '990', police: '999' }],

  // Asia
  ['AE', { ambulance: '998', fire: '997', police: '999' }],
  ['BN', { ambulance: '991', fire: '995', police: '993' }],
  ['BT', { ambulance: '112', fire: '110', police: '113' }],
  ['CN', { ambulance: '120', fire: '119', police: '110' }],
  ['ID', { ambulance: '119', fire: '113', police: '110' }],
  ['IL PS', { ambulance: '101', fire: '102', police: '100' }],
  ['IR', { ambulance: '115', fire: '125', police: '110' }],
  ['JP TW', { ambulance: '119', fire: '119', police: '110' }],
  ['KH', { ambulance: '119', fire: '118', police: '117' }],
  ['KR', { ambulance: '119', fire: '119', police: '112' }],
  ['LB', { ambulance: '140', fire: '175', police: '112' }],
  ['LK', { ambulance: '1990', fire: '110', police: '119' }],
  ['MM', { ambulance: '192', fire: '191', police: '199' }],
  ['MV', { ambulance: '102', fire: '118', police: '119' }],
  ['NP', { ambulance: '102', fire: '101', police: '100' }],
  ['PK', { ambulance: '1122', police: '15' }],
  ['SG', { ambulance: '995', fire: '995', police: '999' }],
  ['TH', { ambulance: '1669', fire: '199', police: '191' }],
  ['VN', { ambulance: '115', fire: '114', police: '113' }],

  // Oceania
  ['NC PF WF', { ambulance: '15', fire: '18', police: '17' }],
  ['CK', { ambulance: '998', fire: '996', police: '999' }],
  ['FJ', { ambulance: '911', fire: '910', police: '917' }],
  ['NR', { ambulance: '111', fire: '112', police: '110' }],
  ['PG', { ambulance: '111', fire: '110', police: '112' }],
  ['VU', { fire: '113', police: '111' }],

  // Africa
  ['ML NE', { ambulance: '15', fire: '18', police: '17' }],
  ['BF DJ SN', { fire: '18', police: '17' }],
  ['MG TG', { fire: '118', police: '117' }],
  ['BW', { ambulance: '997', fire: '998', police: '999' }],
  ['CI', { ambulance: '185', fire: '180' }],
  ['CV', { ambulance: '130', fire: '131', police: '132' }],
  ['DZ', { ambulance: '14', fire: '14' }],
  ['EG', { ambulance: '123', fire: '180', police: '122' }],
  ['MU', { ambulance: '114', fire: '115', police: '999' }],
  ['MW', { ambulance: '998', fire: '999', police: '997' }],
  ['MZ', { fire: '198', police: '119' }],
  ['NA', { police: '10111' }],
  ['SH', { ambulance: '911', fire: '999', police: '999' }],
  ['SZ', { ambulance: '977', fire: '933', police: '999' }],
  ['TN', { ambulance: '190', fire: '198', police: '197' }],
]

const numbersByCountry = new Map(
  emergencyNumberTable.flatMap(([countries, numbers]) =>
    countries.split(' ').map((country) => [country, numbers] as const),
  ),
)

/** The numbers of a country by its ISO 3166 alpha-2 code in capitals. Undefined if unknown, and for anything else. */
export function emergencyNumbers(country: string): EmergencyNumbers | undefined {
  return numbersByCountry.get(country)
}
