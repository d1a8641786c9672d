/** Shows a message in place of a part of the page that fails to render; the rest of the page stays usable. */

import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly message: (error: unknown) => ReactNode;
}

interface ErrorBoundaryState {
  /** Null: no error. */
  readonly caught: { readonly error: unknown } | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override render() {
    const { caught } = this.state;
    return caught === null ? this.props.children : this.props.message(caught.error);
  }
}
