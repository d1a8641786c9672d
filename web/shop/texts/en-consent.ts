/** The English texts around the consent to process a face. The operator writes the text of the consent itself. */

export const enConsent = {
  consentTitle: 'Before you choose a photo',
  consentAgree: 'I agree',
  consentFirst: 'Agree to the processing of your photo first.',
  consentRequired:
    'The shop needs your consent before it processes a photo. Reload the page to read the text.',
  consentGiven: 'You agreed that this shop processes faces in your photos.',
  consentWithdraw: 'Withdraw consent',
  consentWithdrawn: 'Your consent is withdrawn. The shop asks again before your next photo.',
};
