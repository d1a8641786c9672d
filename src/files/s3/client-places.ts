/** Limits how many transfers each client has at once. Further transfers of the client wait for a while. */

import { MachineTrouble } from '../../usecases/ports/machine-trouble.ts';

export interface ClientPlaces {
  /**
   * @returns the function that ends the transfer. A second call of it does nothing.
   * @throws MachineTrouble when the client still has the maximum of transfers after the longest wait.
   */
  take(client: string): Promise<() => void>;
}

interface Client {
  taken: number;
  /** Each function starts one waiting transfer, in the order of arrival. */
  readonly waiting: Set<() => void>;
}

export function clientPlaces(perClientMax: number, waitMsMax: number): ClientPlaces {
  /** Only clients that have a transfer. */
  const clients = new Map<string, Client>();

  function leaving(key: string, client: Client): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const [next] = client.waiting;
      if (next !== undefined) return next();
      client.taken -= 1;
      if (client.taken === 0) clients.delete(key);
    };
  }

  /** The transfer that ends passes its place on, so `taken` does not change. */
  function placeOf(client: Client): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        client.waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        client.waiting.delete(start);
        const cause = new Error('the client has too many downloads that it does not read');
        reject(new MachineTrouble('EAGAIN', { cause }));
      }, waitMsMax);
      client.waiting.add(start);
    });
  }

  return {
    async take(key) {
      const client = clients.get(key) ?? { taken: 0, waiting: new Set() };
      clients.set(key, client);
      if (client.taken < perClientMax) client.taken += 1;
      else await placeOf(client);
      return leaving(key, client);
    },
  };
}
