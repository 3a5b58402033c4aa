GAME = 1 // 0
