/** Contrast as WCAG 2.2 defines it, computed from the colors of the page. */
import type { Page } from 'playwright-core';

/** Red, green and blue, from 0 to 255. */
type Channels = readonly number[];

/** Returns the colors that the reader sees. @param layers CSS colors from back to front, or names like --ground. */
export function channelsOf(page: Page, layers: readonly (readonly string[])[]): Promise<Channels[]> {
  return page.evaluate((layers) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const probe = document.createElement('i');
    document.body.append(probe);
    const seen = layers.map((colors) => {
      canvas?.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        probe.style.color = color.startsWith('--') ? `var(${color})` : color;
        if (!canvas) continue;
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    });
    probe.remove();
    return seen;
  }, layers);
}

/** Returns the contrast of two colors, from 1 to 21. */
export function contrast(one: Channels, other: Channels): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(channels: Channels): number {
  const [r = 0, g = 0, b = 0] = channels.map((one) => (one <= 10 ? one / 3295 : ((one / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Returns the visible lines, rings and dots whose contrast with a color behind them is below 3 (WCAG 1.4.11). Those on
 * a board must stand out from its light and its dark squares, others from the page.
 */
export async function weakLines(page: Page): Promise<string[]> {
  const shapes = await page.evaluate(() => {
    const selector =
      '.board :is(line:not(.casing), circle, rect.outline), .tree path, .crowd .chosen, ' + '.steps a, button, select';
    return [...document.querySelectorAll(selector)].flatMap((shape) => {
      const style = getComputedStyle(shape);
      const isControl = shape instanceof HTMLElement;
      if (!shape.checkVisibility() || (isControl && (style.borderTopWidth === '0px' || shape.ariaDisabled === 'true')))
        return [];
      const color = isControl ? style.borderTopColor : style.stroke === 'none' ? style.fill : style.stroke;
      const name = `${shape.tagName} ${shape.getAttribute('class')} ${color}`;
      return [{ name, color, isOnBoard: shape.closest('.board') !== null }];
    });
  });
  const pairs = shapes.flatMap(({ name, color, isOnBoard }) =>
    (isOnBoard ? ['--square-light', '--square-dark'] : ['--ground']).map((behind) => ({ name, color, behind })),
  );
  const behind = await channelsOf(
    page,
    pairs.map(({ behind }) => [behind]),
  );
  const front = await channelsOf(
    page,
    pairs.map(({ color, behind }) => [behind, color]),
  );
  const weak = pairs.flatMap(({ name }, i) => {
    const ratio = contrast(front[i] ?? [], behind[i] ?? []);
    return ratio < 3 ? [`${name}: ${ratio.toFixed(2)}`] : [];
  });
  return [...new Set(weak)];
}
