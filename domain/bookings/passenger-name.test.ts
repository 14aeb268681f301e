import { expect, it } from 'vitest'
import { readPassengerName } from './passenger-name.ts'

it.each([
  ['SOUSA/ANA MARIAMS', 'Ana Maria Sousa'],
  ['SOUSA/ANA MARIA MS', 'Ana Maria Sousa'],
  ['SOUSA/ANA MARIA/MS', 'Ana Maria Sousa'],
  ['SOUSA / ANA', 'Ana Sousa'],
  ['SOUSA/MR ANTONIO', 'Antonio Sousa'],
  ['SOUSA/ANTONIO DR MR', 'Antonio Sousa'],
  ['SOUSA/JULIAMISS', 'Julia Sousa'],
  ['SOUSA/JULIAMRS', 'Julia Sousa'],
  ['SOUSA/RUIMSTR', 'Rui Sousa'],
  ['SOUSA/RUIDR', 'Rui Sousa'],
  ['LI/BOMR', 'Bo Li'],
  ['DA SILVA/JOAO', 'Joao Da Silva'],
  ["O'NEILL/SEAN MR", "Sean O'Neill"],
  ['SMITH-JONES/MARY-ANNMRS', 'Mary-Ann Smith-Jones'],
  ['HOUT/D', 'D Hout'],
])('orders %s', (field, name) => expect(readPassengerName(field)).toBe(name))

it.each([
  ['SAMIR/AMR', 'Amr Samir'],
  ['SAMIR/AMRMR', 'Amr Samir'],
  ['SAMIR/AMR MR', 'Amr Samir'],
  ['MASON/SAMMS', 'Sam Mason'],
  ['MASON/SAMMS MS', 'Samms Mason'],
  ['ADAMS/WILLIAMS', 'Williams Adams'],
  ['PETROV/ALEXANDR', 'Alexandr Petrov'],
  // Ada, a Ms: nobody can tell her from Adams.
  ['LOVELACE/ADAMS', 'Ada Lovelace'],
])('leaves names that end as a title does: %s', (field, name) => expect(readPassengerName(field)).toBe(name))

it.each([
  ['SOUSA ANA MS', 'Sousa Ana'],
  ['MADONNA', 'Madonna'],
  ['MR', 'Mr'],
  ['/ANA', 'Ana'],
  ['SOUSA/', 'Sousa'],
  ['SOUSA/MS', 'Sousa'],
  ['', ''],
  ['/', ''],
  ['de Sousa/Ana', 'Ana de Sousa'],
  ['VASCONCELOS/MARIANAM', 'Marianam Vasconcelos'],
])('reads what is no full name: %s', (field, name) => expect(readPassengerName(field)).toBe(name))
