import type { Files } from './shop.js';

/** Files of each branch's first commit. */
export const changes: Readonly<Record<string, Files>> = {
  'vat-by-country': {
    'src/tax.js': `const rates = { AT: 20, DE: 19, FR: 20, NL: 21 };

/** The VAT within a price, in cents. */
export function vatOf(cents, country) {
  const rate = rates[country] ?? rates.DE;
  return Math.round((cents * rate) / (100 + rate));
}
`,
  },
  'round-once': {
    'src/cart.js': ['cart.reduce(', 'Math.round(cart.reduce(', 'pieces), 0)', 'pieces), 0))'],
  },
  'reserve-stock': {
    'src/stock.js': `const reserved = new Map();

/** Reserves pieces for a checkout; false if too few are left. */
export function reserve(product, pieces) {
  const taken = reserved.get(product.id) ?? 0;
  if (product.stock - taken < pieces) return false;
  reserved.set(product.id, taken + pieces);
  return true;
}
`,
  },
  'search-start': {
    'src/search.js': `/** Products with a word that begins with the query. */
export function find(products, query) {
  const start = query.toLowerCase();
  return products.filter(({ name }) => name.toLowerCase().split(' ').some(word => word.startsWith(start)));
}
`,
  },
  'order-mail': {
    'src/mail.js': `import { totalOf } from './cart.js';
import { asText } from './price.js';

/** The mail that confirms an order, as HTML. */
export function orderMail({ customer, cart }) {
  return '<p>Hello ' + customer.name + ',</p><p>Your order: ' + asText(totalOf(cart)) + ' euros.</p>';
}
`,
  },
  discounts: {
    'src/discount.js': `const codes = new Map([['TEA10', 10], ['SPRING', 15]]);

/** What is paid with a discount code, in cents. */
export function discounted(cents, code) {
  return Math.round((cents * (100 - (codes.get(code) ?? 0))) / 100);
}
`,
  },
  'empty-cart': {
    'src/checkout.js': `import { totalOf } from './cart.js';

/** Pays for a cart. */
export function checkOut(cart, pay) {
  if (cart.length === 0) throw new Error('The cart is empty.');
  return pay(totalOf(cart));
}
`,
    'test/checkout.test.js': `import { throws } from 'node:assert/strict';
import { test } from 'node:test';
import { checkOut } from '../src/checkout.js';

test('refuses an empty cart', () => throws(() => checkOut([], () => true)));
`,
  },
  'free-shipping': {
    'src/shipping.js': `/** What shipping costs, in cents. */
export function shippingOf(cents) {
  return cents >= 5000 ? 0 : 490;
}
`,
  },
  'escape-names': {
    'src/mail.js': [
      '/** The',
      "const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');\n\n/** The",
      'customer.name',
      'escaped(customer.name)',
    ],
  },
  'search-typos': {
    'src/search.js': `
/** Whether two words differ in one letter at most. */
export function isAlike(one, other) {
  return [...one].filter((letter, index) => letter !== other[index]).length <= 1;
}
`,
  },
  'order-numbers': {
    'src/order.js': `let last = 0;

/** The number of the next order. */
export const nextNumber = () => ++last;
`,
  },
  'last-piece': {
    'src/cart.js': ['  if (line)', "  if (pieces > product.stock) throw new Error('Sold out.');\n  if (line)"],
  },
  'saved-cart': {
    'src/cart.js': [
      '  if (line)',
      '  product = { ...product, saved: true };\n  if (line)',
      '/** What',
      '/** Puts what was saved into a cart. */\nexport function restore(cart, saved) {\n  for (const { product, pieces } of saved) addToCart(cart, product, pieces);\n}\n\n/** What',
    ],
  },
  'price-filter': {
    'src/search.js': `
/** Products between two prices, in cents. */
export const between = (products, low, high) => products.filter(({ price }) => price >= low && price <= high);
`,
    'test/search.test.js': `import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { between } from '../src/search.js';

test('takes both ends', () => {
  const products = [{ price: 99 }, { price: 100 }, { price: 200 }, { price: 201 }];
  deepStrictEqual(between(products, 100, 200), products.slice(1, 3));
});
`,
  },
  'guest-checkout': {
    'src/customer.js': `/** A customer without an account. */
export function guestOf(address) {
  if (!address.includes('@')) throw new Error('This is no mail address.');
  return { name: 'Guest', address };
}
`,
    'src/checkout.js': [
      "cart.js';",
      "cart.js';\nimport { guestOf } from './customer.js';",
      '(cart, pay) {',
      '(cart, customer, pay) {',
      '  return pay(totalOf(cart));',
      "  const buyer = typeof customer === 'string' ? guestOf(customer) : customer;\n  return pay(totalOf(cart), buyer);",
    ],
    'test/checkout.test.js': [
      'checkOut([], () => true)));',
      "checkOut([], 'ada@example.com', () => true)));\n\ntest('takes guests', () => {\n  const tea = { product: { price: 450 }, pieces: 2 };\n  strictEqual(checkOut([tea], 'ada@example.com', (_, { address }) => address), 'ada@example.com');\n});",
      '{ throws }',
      '{ strictEqual, throws }',
    ],
  },
  'low-stock': {
    'src/stock.js': `
/** Products of which few pieces are left. */
export const runningLow = products => products.filter(({ stock }) => stock < 5);
`,
  },
};

/** Files of each branch's second commit. */
export const mended: Readonly<Record<string, Files>> = {
  'reserve-stock': {
    'src/stock.js': `
/** Gives reserved pieces back, as after 15 minutes without a payment. */
export function release(product, pieces) {
  reserved.set(product.id, (reserved.get(product.id) ?? 0) - pieces);
}
`,
  },
  discounts: {
    'src/discount.js': [
      '  return',
      '  const percent = codes.get(code) ?? 0;\n  codes.delete(code);\n  return',
      '(codes.get(code) ?? 0)',
      'percent',
    ],
  },
  'guest-checkout': { 'src/mail.js': ['<p>Hello ', "<p>' + (customer.id ? 'Hello ' : 'Dear ') + '"] },
  'low-stock': {
    'src/mail.js': `
/** The mail that lists products that run low. */
export const stockMail = products => products.map(({ name, stock }) => name + ': ' + stock).join('\\n');
`,
  },
  'search-typos': { 'src/search.js': ['  return [...one]', '  return one.length === other.length && [...one]'] },
};

export const plan = `# Refunds

## Objective

A customer gets back what single pieces of an order cost.

## Steps

- [ ] Compute what is refunded
- [ ] Refund each piece once

## Tests

- node --test
`;

export const refundTest = `import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { refundOf } from '../src/refund.js';

test('refunds single pieces', () => strictEqual(refundOf({ product: { price: 450 }, pieces: 3 }, 2), 900));
`;

export const refund = `import { priceOf } from './price.js';

/** What comes back for some pieces of a line, in cents. */
export function refundOf(line, pieces) {
  return priceOf(line.product, Math.min(pieces, line.pieces));
}
`;

export const refundOnceTest = `import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { refundOf } from '../src/refund.js';

test('refunds a piece once', () => {
  const line = { product: { price: 450 }, pieces: 2 };
  refundOf(line, 2);
  strictEqual(refundOf(line, 1), 0);
});
`;

export const rationale = `## Changes
src/refund.js computes what is refunded of a line.
## Verification
node --test passes.
## Schema / Contract Changes
None.
## Open Threads
Shipping is not refunded yet.
`;
