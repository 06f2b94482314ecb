import { cart, price } from '../shop.js';

export type WorkerName = 'ada' | 'ben' | 'cem' | 'dee' | 'eve';

/** Work items in the order of their numbers, W-1 to W-5; a lane has the name of its work item. */
export const dayItems = [
  { id: 'cart-limit', title: 'Limit a cart to ten pieces of a product', label: 'cart' },
  { id: 'sold-out', title: 'Never put into a cart what is sold out', label: 'cart' },
  { id: 'price-rounding', title: 'Round prices to cents', label: 'price' },
  { id: 'search', title: 'Find products up to a price', label: 'search' },
  { id: 'review', title: 'Review what is submitted today', label: 'review' },
] as const;

const choice = `  if (line) line.pieces += pieces;
  else cart.push({ product, pieces });
`;

export const cartWithLimit = cart
  .replace(
    choice,
    `  const most = maxPieces - (line?.pieces ?? 0);
  if (line) line.pieces += Math.min(pieces, most);
  else cart.push({ product, pieces: Math.min(pieces, most) });
`,
  )
  .replace(
    '/** Adds a product',
    '/** How many pieces of a product a cart takes. */\nexport const maxPieces = 10;\n\n/** Adds a product',
  );

/** Ben's change of the same lines: the two do not merge. */
export const cartWithStock = cart.replace(
  choice,
  `  if (product.stock < pieces) return false;\n${choice}  return true;\n`,
);

export const cartWithBoth = cartWithLimit
  .replace('  const most', '  if (product.stock < pieces) return false;\n  const most')
  .replace('pieces: Math.min(pieces, most) });\n', 'pieces: Math.min(pieces, most) });\n  return true;\n');

/** Cem's uncommitted change when it stopped responding. */
export const priceUnfinished = price.replace('product.price * pieces', 'Math.round(product.price * pieces)');

/** Dee's search; line 3 leaves out the product at exactly this price. */
export const searchWithFault = `/** The products up to a price in cents, the cheapest first. */
export function upTo(products, cents) {
  return products.filter(({ price }) => price < cents).sort((a, b) => a.price - b.price);
}
`;

export const searchMended = searchWithFault.replace('price < cents', 'price <= cents');
