import type { PrivateParty } from '../plan/private.ts'
import type { SectionHistory } from './words.ts'

/** What is private is told in no history: these words are for what somebody did themselves, and could not be taken over. */
export const privateRecords: SectionHistory<PrivateParty[]> = {
  title: 'Private details',
  words: {
    insert: () => 'began private details',
    remove: () => 'removed private details',
    move: () => 'put private details in another order',
    each: {
      persons: {
        insert: () => 'began private details',
        remove: () => 'removed private details',
        move: () => 'put private details in another order',
        each: {
          phone: () => 'changed a phone number',
          contact_name: () => 'changed an emergency contact',
          contact_phone: () => 'changed an emergency contact',
          medical: () => 'changed medical remarks',
          in_emergency: () => 'changed who sees private details in an emergency',
        },
      },
    },
  },
}
