/** The texts of the camera in English. */

export const enCamera = {
  cameraTitle: 'Take a photo',
  cameraReview: 'Use this photo?',
  cameraTroubles: {
    refused: 'The camera is blocked. Allow it in your browser’s settings, then try again.',
    none: 'No camera was found on this device. Connect one, or close this and choose a photo.',
    busy: 'Another program uses the camera. Close that program, then try again.',
    lost: 'The camera was disconnected. Connect it, then try again.',
    other: 'The camera could not be opened. Try again, or close this and choose a photo.',
  },
  faceHints: {
    noFace: 'Place your face in the oval',
    light: 'More light on your face, please',
    closer: 'Move closer',
    back: 'Move back a little',
    middle: 'Move to the middle of the oval',
    straight: 'Hold your head straight and look at the camera',
    ready: 'Good. Hold still and take the photo',
  },
  cameraChoice: 'Camera',
  cameraFront: 'Front camera',
  cameraBack: 'Back camera',
  cameraNumbered: (number: number) => `Camera ${number}`,
  cameraTimer: '3-second timer',
  shutter: 'Take photo',
  cancelTimer: 'Cancel timer',
  usePhoto: 'Use photo',
  retake: 'Retake',
};
