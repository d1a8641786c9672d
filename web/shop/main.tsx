/** Entry of the shop. */

import { createRoot } from 'react-dom/client';
import { rootElement } from '../shared/root-element.ts';

createRoot(rootElement()).render(<h1>Photokiosk</h1>);
