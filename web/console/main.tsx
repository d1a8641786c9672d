/** Entry of the operator's console. */

import { createRoot } from 'react-dom/client';
import { rootElement } from '../shared/root-element.ts';

createRoot(rootElement()).render(<h1>Photokiosk console</h1>);
