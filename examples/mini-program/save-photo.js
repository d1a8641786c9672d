/** 下载照片并保存到手机相册。 */

function promised(call, options = {}) {
  return new Promise((resolve, reject) => {
    call({ ...options, success: resolve, fail: reject });
  });
}

/**
 * @param url 订单的 deal_result。链接一小时内有效，所以下载前先重新查询订单。
 * @returns 'saved'；'denied'：顾客没有允许访问相册；'expired'：照片已过期。
 */
async function savePhoto(url) {
  const { statusCode, tempFilePath } = await promised(wx.downloadFile, { url });
  if (statusCode === 410) return 'expired';
  if (statusCode !== 200) throw new Error(`download: ${statusCode}`);
  try {
    await promised(wx.saveImageToPhotosAlbum, { filePath: tempFilePath });
    return 'saved';
  } catch (error) {
    if (/deny|denied|auth/.test(error.errMsg || '')) return 'denied';
    throw error;
  }
}

module.exports = { savePhoto };
