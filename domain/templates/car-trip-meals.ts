import type { LineTemplate, MealDayTemplate } from './template.ts'

const SERVINGS = 30
const VEGETARIANS = 6

const forVegetarians = (text: string): LineTemplate => ({
  text,
  for_whom: 'only:vegetarian',
  written_for: VEGETARIANS,
})
const forOthers = (text: string): LineTemplate => ({
  text,
  for_whom: 'except:vegetarian',
  written_for: SERVINGS - VEGETARIANS,
})
/** Not bought: it is there already, or is not food. */
const notCounted = (text: string): LineTemplate => ({ text, for_whom: 'not_counted' })

/**
 * Four days of food for 30 people, 6 of them vegetarians. Fresh and frozen meat is for days 1 and 2; eggs, cured meat
 * and hard cheese are for day 3; food that needs little or no ice is for day 4.
 */
export const carTripMeals: MealDayTemplate[] = [
  {
    breakfast: {
      name: 'Road Breakfast Bags',
      description:
        'One bag each, packed the night before and handed out from a cooler before the drive. All vegetarian.',
      prep: '45 minutes',
      servings: SERVINGS,
      ingredients: [
        '36 bran or banana muffins, nut-free',
        '30 hard-boiled eggs, boiled and chilled the night before',
        '30 cheese strings',
        '30 bananas (about 5.5 kg)',
        '30 juice boxes, 200 mL each',
      ],
    },
    lunch: {
      name: 'Picnic Sandwich Bar',
      description:
        'Everybody builds their own at the picnic ground; nothing to cook. Hummus and cheese for the vegetarians.',
      elsewhere: 'Everybody builds their own at the picnic ground; nothing to cook.',
      prep: '30 minutes',
      servings: SERVINGS,
      ingredients: [
        '5 loaves whole wheat sandwich bread, 675 g each (about 100 slices)',
        forOthers('2.4 kg sliced deli turkey and ham (100 g each for 24 people)'),
        '1.2 kg sliced cheddar',
        forVegetarians('1 kg hummus'),
        '3 heads leaf lettuce',
        '15 tomatoes (about 2 kg)',
        '4 English cucumbers',
        '2 kg carrot sticks',
        '1 jar mayonnaise (890 mL) and 1 bottle mustard (400 mL)',
        '30 apples (about 5 kg)',
      ],
    },
    dinner: {
      name: 'Burgers & Corn on the Cob',
      description:
        'Fresh meat goes first. Cook the beef to 71 °C inside, and give the veggie burgers a pan of their own.',
      elsewhere: 'Fresh meat goes first. Cook the beef to 71 °C inside.',
      prep: '1 hour',
      servings: SERVINGS,
      ingredients: [
        forOthers('36 beef burger patties, 113 g each (about 4 kg, for 24 people)'),
        forVegetarians('12 veggie burger patties (for 6 people)'),
        '48 hamburger buns',
        '48 cheddar slices (about 1 kg)',
        '30 ears of corn',
        '2.5 kg coleslaw mix and 750 mL dressing',
        '10 tomatoes, 6 onions and 2 heads of lettuce',
        '1 L ketchup, 400 mL mustard and 375 mL relish',
        '450 g butter, for the corn',
        'Salt and pepper',
      ],
    },
    snacks: [
      '90 L drinking water (3 L each)',
      '500 g ground coffee and 30 tea bags',
      '2 L milk',
      '1.5 kg nut-free trail mix',
      '1 kg hot chocolate mix, for the first campfire',
    ],
  },
  {
    breakfast: {
      name: 'Pancakes & Sausages',
      description:
        'Two cooks on pancakes, one on sausages. Cook pork to 71 °C inside; the veggie sausages get their own pan.',
      elsewhere: 'Cook pork to 71 °C inside.',
      prep: '1 hour',
      servings: SERVINGS,
      ingredients: [
        '3 kg just-add-water pancake mix (about 130 small pancakes, 4 each)',
        '4 L water, for the batter',
        forOthers('72 pork breakfast sausages, packed frozen (about 2.2 kg, 3 each for 24 people)'),
        forVegetarians('18 veggie breakfast sausages (3 each for 6 people)'),
        '2 L maple syrup',
        '500 g butter',
        '500 mL cooking oil',
        '2 kg blueberries',
      ],
    },
    lunch: {
      name: 'Salami & Cheddar Trail Wraps',
      description:
        'Roll them after breakfast and take them along. Cured salami and hard cheese travel well; mark the hummus wraps with a V.',
      elsewhere: 'Roll them after breakfast and take them along. Cured salami and hard cheese travel well.',
      prep: '45 minutes',
      servings: SERVINGS,
      ingredients: [
        '50 large tortillas, 25 cm (1 or 2 each)',
        forOthers('1.5 kg sliced dry-cured salami (for 24 people)'),
        '1.5 kg sliced cheddar',
        forVegetarians('1.5 kg hummus'),
        '600 g baby spinach',
        '8 bell peppers, sliced',
        '30 oranges (about 5.5 kg)',
      ],
    },
    dinner: {
      name: 'Coconut Curry & Rice',
      description: 'One pot with chicken, one with chickpeas, and rice on the side. Cook the chicken to 74 °C inside.',
      elsewhere: 'Rice on the side. Cook the chicken to 74 °C inside.',
      prep: '1 hour 30 minutes',
      servings: SERVINGS,
      ingredients: [
        forOthers('4 kg boneless chicken thighs, cut up and frozen at home (for 24 people)'),
        forVegetarians('4 cans chickpeas, 540 mL each (for 6 people)'),
        '12 cans coconut milk, 400 mL each',
        '600 g mild curry paste without fish or shrimp',
        '2 kg onions, 2 kg carrots and 12 bell peppers',
        '2.7 kg basmati rice (90 g each) and 5 L water',
        '36 naan',
        '250 mL cooking oil',
      ],
    },
    snacks: [
      '90 L drinking water (3 L each)',
      '500 g ground coffee and 30 tea bags',
      '2 L milk',
      '36 nut-free granola bars, for the trail',
      '2 watermelons (about 7 kg each)',
      '1 kg popcorn kernels and 250 mL oil',
    ],
  },
  {
    breakfast: {
      name: 'Egg, Bean & Potato Burritos',
      description:
        'A big breakfast for the big day, and vegetarian as it is. Start with the potatoes; they take longest.',
      prep: '1 hour',
      servings: SERVINGS,
      ingredients: [
        '72 eggs (6 dozen)',
        '36 large tortillas, 25 cm',
        '4 kg potatoes, diced small',
        '5 cans black beans, 540 mL each',
        '900 g cheddar, grated',
        '1 kg onions',
        '1.5 L salsa',
        '250 mL cooking oil',
      ],
    },
    lunch: {
      name: 'Tuna or Chickpea Salad Pitas',
      description:
        'Mix two bowls after breakfast, tuna and mashed chickpea. Carry the salad in sealed tubs with an ice pack and fill the pitas there.',
      elsewhere: 'Mix it after breakfast. Carry the salad in a sealed tub with an ice pack and fill the pitas there.',
      prep: '45 minutes',
      servings: SERVINGS,
      ingredients: [
        forOthers('24 cans flaked tuna, 170 g each (for 24 people)'),
        forVegetarians('3 cans chickpeas, 540 mL each (for 6 people)'),
        '48 pitas (1 or 2 each)',
        '1 jar mayonnaise (890 mL), opened today',
        '2 bunches celery and 4 red onions',
        '6 lemons',
        '1 jar dill pickles (1 L)',
        '2 kg carrots, cut into sticks',
        '30 apples (about 5 kg)',
      ],
    },
    dinner: {
      name: 'Big-Pot Bean Chili',
      description:
        'Nearly all from cans, in two big pots. The chili is vegetarian; heat the smoked sausage apart and serve it on the side.',
      elsewhere:
        'Nearly all from cans. The chili is vegetarian; heat the smoked sausage apart and serve it on the side.',
      prep: '1 hour 15 minutes',
      servings: SERVINGS,
      ingredients: [
        '10 cans kidney beans, 540 mL each',
        '5 cans black beans, 540 mL each',
        '8 cans crushed tomatoes, 796 mL each',
        '4 cans corn, 341 mL each',
        '2 kg onions and 8 bell peppers',
        '120 g mild chili powder and 40 g cumin',
        forOthers('1.8 kg fully cooked smoked sausage, vacuum-packed (for 24 people)'),
        '900 g cheddar, grated',
        '48 dinner rolls',
      ],
    },
    snacks: [
      '90 L drinking water (3 L each)',
      '500 g ground coffee and 30 tea bags',
      '2 L shelf-stable milk',
      '36 nut-free granola bars, for the trail',
      '1.5 kg nut-free trail mix',
      {
        text: "S'mores, 2 each: 120 graham squares, 60 marshmallows and 900 g chocolate (a vegetarian bag for 6 people)",
        scaled: "120 graham squares, 60 marshmallows and 900 g chocolate, for s'mores",
      },
    ],
  },
  {
    breakfast: {
      name: 'Oatmeal Bar with Peaches',
      description: 'Quick to make and quick to wash up, with nothing from the coolers. All vegetarian, and nut-free.',
      prep: '30 minutes',
      servings: SERVINGS,
      ingredients: [
        '1.8 kg quick oats (60 g each)',
        '7 L water',
        '3 L shelf-stable milk',
        '1 L shelf-stable soy beverage',
        '750 g brown sugar',
        '900 g raisins',
        '600 g pumpkin seeds',
        '8 cans sliced peaches, 796 mL each',
        'Cinnamon',
      ],
    },
    lunch: {
      name: 'Grilled Cheese & Tomato Soup',
      description: 'The last of the hard cheese, while the rest of the group takes down the tents. All vegetarian.',
      elsewhere: 'The last of the hard cheese, while the tents come down. All vegetarian.',
      prep: '45 minutes',
      servings: SERVINGS,
      ingredients: [
        '5 loaves sandwich bread, 675 g each (about 100 slices)',
        {
          text: '90 cheddar slices (about 1.9 kg, 2 for each of 45 sandwiches)',
          scaled: '90 cheddar slices',
        },
        '500 g butter',
        '15 cans condensed tomato soup, 284 mL each',
        '4.3 L water, for the soup',
        '1 jar dill pickles (1 L)',
        notCounted('What is left of the carrots and apples'),
      ],
    },
    dinner: {
      name: 'Road Supper Kits',
      description:
        'One kit for each of 8 cars, eaten at a rest stop: bean wraps, fruit and cookies. Nothing needs a cooler.',
      elsewhere: 'Eaten at a rest stop: bean wraps, fruit and cookies. Nothing needs a cooler.',
      prep: '20 minutes',
      servings: SERVINGS,
      ingredients: [
        '64 medium tortillas (8 per car, 2 each)',
        '8 cans vegetarian refried beans, 398 mL each (1 per car)',
        '8 cans corn, 199 mL each (1 per car)',
        '8 jars salsa, about 430 mL each (1 per car)',
        forOthers('24 small cans flavoured tuna, 85 g each (for 24 people)'),
        '32 fruit cups (4 per car)',
        '64 oatmeal cookies, nut-free (8 per car)',
        notCounted('A can opener, spoons, napkins and a garbage bag per car'),
      ],
    },
    snacks: [
      '60 L drinking water (2 L each, bottles filled before leaving)',
      '500 g ground coffee and 30 tea bags',
      '2 L shelf-stable milk',
      '1 kg pretzels, shared among the cars',
      notCounted('What is left of the trail mix and granola bars'),
    ],
  },
]
