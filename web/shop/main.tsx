/** Entry of the shop. */

import '../shared/tokens.css';
import '../shared/good-card.css';
import './styles/base.css';
import './styles/camera.css';
import './styles/choices.css';
import './styles/ways-to-pay.css';
import './styles/controls.css';
import './styles/documents.css';
import './styles/forms.css';
import './styles/home.css';
import './styles/layout.css';
import './styles/mend.css';
import './styles/orders.css';
import './styles/extras.css';
import './styles/photo.css';
import './styles/print.css';
import './styles/problems.css';
import './styles/emails.css';
import './styles/proof.css';
import './styles/series.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { rootElement } from '../shared/root-element.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { returnToSeries } from './series/return-to-series.ts';

returnToSeries();

createRoot(rootElement()).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
);
