/**
 * By path. Text that begins with an empty line is appended; a list replaces the first text by the second, the third by the
 * fourth, and so on.
 */
export type Files = Readonly<Record<string, string | readonly string[]>>;

export interface Commit {
  readonly author: string;
  readonly message: string;
  readonly files: Files;
}

export const price = `/** @typedef {{ id: string, name: string, price: number, stock: number }} Product prices are in cents */

/** What a number of pieces costs, in cents. */
export function priceOf(product, pieces) {
  return product.price * pieces;
}

/** Cents as people read them: 19.90 */
export function asText(cents) {
  return (cents / 100).toFixed(2);
}
`;

export const cart = `import { priceOf } from './price.js';

/** Adds a product to a cart; the same one again raises its number. */
export function addToCart(cart, product, pieces = 1) {
  const line = cart.find(one => one.product.id === product.id);
  if (line) line.pieces += pieces;
  else cart.push({ product, pieces });
}

/** What a cart costs, in cents. */
export function totalOf(cart) {
  return cart.reduce((sum, { product, pieces }) => sum + priceOf(product, pieces), 0);
}
`;

const cartTest = `import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { addToCart, totalOf } from '../src/cart.js';

test('counts the same product once', () => {
  const cart = [];
  const tea = { id: 'tea', name: 'Tea', price: 450, stock: 9 };
  addToCart(cart, tea);
  addToCart(cart, tea, 2);
  strictEqual(cart.length, 1);
  strictEqual(totalOf(cart), 1350);
});
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const commits: readonly Commit[] = [
  {
    author: 'Robin',
    message: 'Start the shop',
    files: {
      'README.md': '# Shop\n\nCart, checkout, prices and stock of a small web shop.\n\n```\nnpm test\n```\n',
      'package.json': json({
        name: 'shop',
        version: '0.3.0',
        private: true,
        type: 'module',
        scripts: { test: 'node --test' },
      }),
      '.gitignore': 'node_modules/\n',
    },
  },
  { author: 'Robin', message: 'Count prices in cents', files: { 'src/price.js': price } },
  { author: 'Sam', message: 'Put products into a cart', files: { 'src/cart.js': cart } },
  { author: 'Sam', message: 'Test the cart', files: { 'test/cart.test.js': cartTest } },
];
