import { lookOf, type Palette } from './looks.js';
import type { Sheet } from './sheet.js';

const head = 62;
const edge = 12;

/** What is drawn with its title and legend above it; the bytes of a PNG in base64. */
export function pngOf(sheet: Sheet, drawn: HTMLCanvasElement, palette: Palette): string {
  const canvas = document.createElement('canvas');
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  canvas.width = drawn.width + 2 * edge * ratio;
  canvas.height = drawn.height + (head + edge) * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas.');
  context.scale(ratio, ratio);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = palette.ink;
  context.font = '16px sans-serif';
  context.fillText(sheet.title, edge, 24);
  context.font = '12px sans-serif';
  let x = edge;
  for (const [index, { label, shape }] of sheet.series.entries()) {
    const look = lookOf(index);
    context.strokeStyle = palette.of(look);
    context.fillStyle = palette.of(look);
    context.lineWidth = 2;
    context.setLineDash([...look.dash]);
    context.beginPath();
    if (shape === 'line') {
      context.moveTo(x, 44);
      context.lineTo(x + 20, 44);
    } else {
      context.setLineDash([]);
      context.rect(x + 1, 39, 10, 10);
      if (look.filled) context.fill();
    }
    context.stroke();
    context.fillStyle = palette.ink;
    context.fillText(label, x + 26, 48);
    x += 42 + context.measureText(label).width;
  }
  context.drawImage(drawn, edge, head, drawn.width / ratio, drawn.height / ratio);
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
}
