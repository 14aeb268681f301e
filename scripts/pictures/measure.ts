import type { Options } from './options.ts'
import type { Shot } from './screens.ts'
import type { Visits } from './visit.ts'

export async function measure(_visits: Visits, _shots: Shot[], _options: Options): Promise<void> {}
