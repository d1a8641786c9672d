/** Entry point of the console. */

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import 'mantine-datatable/styles.css';
import '../shared/tokens.css';
import '../shared/good-card.css';
import './styles/theme.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/goods.css';
import './styles/documents.css';
import './styles/inbox.css';
import './styles/settings.css';
import './styles/finder.css';
import './styles/order-list.css';
import './styles/narrow.css';
import './styles/large-text.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { rootElement } from '../shared/root-element.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { theme } from './theme.ts';

// A page can ask before the operator leaves it only in a router that is created outside of React.
const router = createBrowserRouter([{ path: '*', element: <App /> }], { basename: '/admin' });

createRoot(rootElement()).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <Notifications position="top-right" autoClose={5000} />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
