new PopupController()
