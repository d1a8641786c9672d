/** Creates an API token as an operator does in the console. */

import assert from 'node:assert/strict';

export async function operatorToken(
  url: string,
  { name, password }: { readonly name: string; readonly password: string },
  role: 'viewer' | 'support' | 'owner' = 'owner',
): Promise<string> {
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${url}/admin/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return { cookie: answer.headers.getSetCookie(), fields: (await answer.json()) as Record<string, string> };
  };
  const session = await post('session', { name, password });
  const cookie = session.cookie.map((each) => each.split(';')[0]).join('; ');
  const csrf = { cookie, 'x-csrf-token': session.fields.csrf_token ?? '' };
  const token = await post('api_tokens', { name: `${role} of the tests`, role, days: 1 }, csrf);
  return token.fields.secret ?? '';
}
