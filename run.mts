import * as N from './domain/food/eaters.ts'
import * as O from './domain/food/eaters-old.ts'
import { mealTypes } from './domain/plan/day-parts.ts'
import { diets, newSkip, newPerson, comingAnswers } from './domain/plan/people.ts'
import assert from 'node:assert'
import { buildParty, noDates } from './domain/food/testing/build-food.ts'
import { followingAll } from './domain/food/testing/settings.ts'
const r = (n:number)=>Math.floor(Math.random()*n)
const pick=(a:any)=>a[r(a.length)]
const date=(d:number)=>`2026-07-${String(d).padStart(2,'0')}`
const mt=()=>`${1+r(8)} ${pick(mealTypes)}${r(2)?' '+date(1+r(5)):''}`
let n=0
for(let i=0;i<3000;i++){
 const persons=Array.from({length:r(8)},(_,k)=>({...newPerson(String(k),'p'+k),coming:pick(comingAnswers),from:r(2)?mt():'',until:r(2)?mt():'',skips:Array.from({length:r(12)},()=>newSkip(mt() as any)),kind:pick(['adult','child']),age:pick(['','3','8 months','12']),diets:r(2)?[pick(diets)]:[]})) as any
 const dates=r(2)?noDates:{departure_date:date(1+r(5)),return_date:r(2)?date(6+r(4)):''} as any
 const settings={...followingAll,counts:pick(['all','coming','nobody'])} as any
 const a=N.listGuests({people:[buildParty(persons)],dates,settings}), b=O.listGuests({people:[buildParty(persons)],dates,settings})
 for(let j=0;j<30;j++){const day=r(11);const place=pick([...mealTypes,'snacks']);const ov=pick(['','',0,1,7,2.5]);
  const x=N.eatersAt(a,day,place,ov),y=O.eatersAt(b,day,place,ov);
  const s=(e:any)=>JSON.stringify({g:e.guests.map((g:any)=>g.person.id),c:e.count,p:e.portions,e:e.eating,k:e.areKnown})
  assert.equal(s(x),s(y));
  for(const fw of ['everyone','people',...diets.flatMap(d=>['only:'+d,'except:'+d])]){const line={for_whom:fw,people:[{id:String(r(9))},{id:String(r(9))},{id:'x'}]} as any
   assert.equal(s(N.eatersOfLine(line,x)),s(O.eatersOfLine(line,y)));n++}
  for(const g of b.possible) for (const m of mealTypes){}
 }}
console.log('ok',n)
import {mergeText as mn} from './domain/operations/merge-text.ts'
import {mergeText as mo} from './domain/operations/merge-old.ts'
import {WorkBudget} from './domain/operations/work-budget.ts'
let diff=0
for(let i=0;i<4000;i++){const w=()=>Array.from({length:1+r(4)},()=>pick(['a','bb','milk','2 kg','pot atoes','x y z'])).join(' ');
 const base=Array.from({length:r(8)},w); const mut=(l:string[])=>l.flatMap(t=>r(4)?[t]:r(2)?[]:[t+' '+w()]).concat(r(2)?[w()]:[]).join('\n')
 const was=base.join('\n'),now=mut(base),to=mut(base)
 const p=JSON.stringify(mn(was,now,to,new WorkBudget())),q=JSON.stringify(mo(was,now,to,new WorkBudget())); if(p!==q)diff++}
console.log('merge diffs',diff)
// budgets: realistic long list edited by both
const lines=Array.from({length:300},(_,k)=>`item number ${k} of the packing list with some words`)
for(const frac of [0.05,0.2,0.5,1]){const ed=(tag:string)=>lines.map((l,k)=>k%Math.round(1/frac)===0?l+' '+tag:l).join('\n')
 const was=lines.join('\n'); const now=ed('ana'),to=lines.map((l,k)=>k===0||frac===1?l+' ben':l).join('\n');
 console.log(frac,mn(was,now,to,new WorkBudget()).hasBothLines,mo(was,now,to,new WorkBudget()).hasBothLines, mn(was,now,to,new WorkBudget()).text===mo(was,now,to,new WorkBudget()).text)}
