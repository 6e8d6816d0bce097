// src/page/qr shows the page's address as a QR code, so a class can open it on phones.

import encodeQR from 'qr';
import { isLoopback, SITE, useAddress, type ViewProps } from '../parts/address.js';
import { Note } from '../parts/controls.js';

/** The view with the QR code. A path after its name is the view to open, as in `#qr/race`. */
export function QrView(props: ViewProps) {
  const { route } = props;
  useAddress(route, props);
  const [view] = route.path;
  const address = view === undefined ? SITE : `${SITE}#${encodeURIComponent(view)}`;
  const bits = encodeQR(address, 'raw');
  const modules = bits.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div class="qr">
      <Note>
        {isLoopback(SITE) && 'Only this computer can open this address. docs/page.md explains how to share it.'}
      </Note>
      <h1>{address}</h1>
      <svg viewBox={`0 0 ${bits.length} ${bits.length}`} role="img" aria-label={`QR code of ${address}`}>
        <rect width="100%" height="100%" fill="#fff" />
        <path d={modules.join('')} fill="#000" />
      </svg>
    </div>
  );
}
